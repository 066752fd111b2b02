import { useEffect, useState } from 'preact/hooks';
import { useSession } from '../../app/context';
import type { RecordMessage } from '../../protocol/messages';

/** The record of a match; asked for again whenever a hand has been finished. */
export function useRecord(match: number, finished: number) {
  const session = useSession();
  const [record, setRecord] = useState<RecordMessage | null>(null);
  const [refused, setRefused] = useState('');
  useEffect(() => {
    let isWanted = match > 0;
    if (isWanted)
      void session.send({ type: 'record', match }).then((answer) => {
        if (!isWanted) return;
        if (answer.type === 'record') setRecord(answer);
        setRefused(answer.type === 'refused' ? answer.text : '');
      });
    return () => {
      isWanted = false;
    };
  }, [session, match, finished]);
  return { record: record?.match === match ? record : null, refused };
}
