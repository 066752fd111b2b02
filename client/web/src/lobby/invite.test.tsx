import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSession, ROOM, seated } from '../testing/fakeSession';
import { draw, press } from '../testing/screen';
import { Invite } from './invite';

const LINK = expect.stringMatching(/#7K2M-QX4D$/);
const copied = vi.fn(async () => {});
const share = vi.fn(async (_: ShareData) => {});

/** The button has been pressed on a device that can, or cannot, share and copy. */
async function handOn(device: object) {
  vi.stubGlobal('navigator', { userAgent: '', ...device });
  await draw(<Invite code={ROOM.code} kind="main" />, fakeSession());
  await press('Invite friends');
}

beforeEach(() => {
  copied.mockClear();
  share.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

test('where the device has a share sheet, the link goes there with a line and no name', async () => {
  await handOn({ share, clipboard: { writeText: copied } });
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Come to my Longana table', url: LINK });
  expect(copied).not.toHaveBeenCalled();
});

test('who closes the share sheet wanted nothing else', async () => {
  share.mockRejectedValue(new DOMException('closed', 'AbortError'));
  await handOn({ share, clipboard: { writeText: copied } });
  expect(copied).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Invite friends' })).toBeTruthy();
});

test('a share sheet that fails, or is not there, leaves the clipboard', async () => {
  share.mockRejectedValue(new DOMException('not now', 'NotAllowedError'));
  for (const device of [{ share }, {}]) {
    await handOn({ ...device, clipboard: { writeText: copied } });
    expect(copied).toHaveBeenLastCalledWith(LINK);
    expect(screen.getByRole('status').textContent).toContain('Copied');
  }
  expect(copied).toHaveBeenCalledTimes(2);
});

test('where every seat has a person, it says what is left for others', async () => {
  const seats = ROOM.seats.map(({ seat }, at) => seated(seat, at + 1));
  for (const [watching, text] of [
    [true, /Whoever comes now can watch/],
    [false, /Every seat has a person\.$/],
  ] as const) {
    const fake = fakeSession({ room: { ...ROOM, seats, watching } });
    await draw(<Invite code={ROOM.code} kind="plain" />, fake);
    expect(screen.getByText(text)).toBeTruthy();
  }
});
