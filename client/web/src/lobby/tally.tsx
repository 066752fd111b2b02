import { personName } from '../game/seating';
import type { Room } from '../protocol/messages';
import { t } from '../words';

/** What was won here on earlier evenings, once a match has ended. */
export function Evenings({ room }: { readonly room: Room }) {
  if (room.tally.every(({ matches }) => matches === 0)) return null;
  const rows = [...room.tally].sort((a, b) => b.matches - a.matches || b.points - a.points);
  return (
    <table class="lobby-tally">
      <caption>{t('page.lobby.evenings')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('ui.tally.name')}</th>
          <th scope="col">{t('ui.tally.matches')}</th>
          <th scope="col">{t('ui.tally.points')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ person, matches, points }) => (
          <tr key={person}>
            <th scope="row">{personName(room, person)}</th>
            <td>{matches}</td>
            <td>{points}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
