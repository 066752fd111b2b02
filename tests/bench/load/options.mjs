// What was asked for on the command line.
const given = {};
const words = process.argv.slice(2);
while (words.length) {
  const name = words.shift().slice(2);
  given[name] = words.length && !words[0].startsWith('--') ? words.shift() : true;
}

export const HOST = '127.0.0.1';

export const options = {
  adapter: given.adapter,
  port: +given.port,
  rooms: Math.min(+(given.rooms ?? 1), 2000),
  /** Moves a second in each room; 0 is as fast as it goes. */
  rate: +(given.rate ?? 0),
  warm: +(given.warm ?? 2),
  secs: Math.min(+(given.secs ?? 5), 50),
  /** The server's process; 0 when it is not to be looked at. */
  pid: +(given.pid ?? 0),
  check: Boolean(given.check),
};
