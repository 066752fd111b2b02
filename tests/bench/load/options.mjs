// What was asked for on the command line.
const given = {};
const words = process.argv.slice(2);
while (words.length) {
  const name = words.shift().slice(2);
  given[name] = words.length && !words[0].startsWith('--') ? words.shift() : true;
}

const numbers = (list) => (list ? String(list).split(',').map(Number) : []);

export const HOST = '127.0.0.1';

export const options = {
  adapter: given.adapter,
  /** Of the servers: one, or all nodes of a cluster. */
  ports: numbers(given.port),
  /** Whether the seats of a room are at different nodes, not the rooms. */
  spread: Boolean(given.spread),
  rooms: Math.min(+(given.rooms ?? 1), 2000),
  /** Moves a second in each room; 0 is as fast as it goes. */
  rate: +(given.rate ?? 0),
  warm: +(given.warm ?? 2),
  secs: Math.min(+(given.secs ?? 5), 50),
  /** The servers' processes, if they are to be looked at. */
  pids: numbers(given.pid),
  /** Other processes that work for them: of NATS. */
  beside: numbers(given.beside),
  check: Boolean(given.check),
};
