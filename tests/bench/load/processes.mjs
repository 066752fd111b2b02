// What the system says of the server's process, and of a machine shared with others.
import fs from 'node:fs';
import { options } from './options.mjs';

const TICKS_A_SECOND = 100;

const sum = (list, of) => list.reduce((all, one) => all + of(one), 0);

/** MiB of the server that are in memory. */
export function memoryOfServer() {
  return sum(options.pids, (pid) => {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    return +/VmRSS:\s+(\d+)/.exec(status)[1] / 1024;
  });
}

/** Processor time that processes and all their threads use. */
export class Cpu {
  #pids;
  #began;

  constructor(pids) {
    this.#pids = pids;
    this.#began = this.#seconds();
  }

  /** Seconds since this object was made. */
  used() {
    return this.#seconds() - this.#began;
  }

  #seconds() {
    return sum(this.#pids, (pid) => {
      const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
      return (+fields[11] + +fields[12]) / TICKS_A_SECOND;
    });
  }
}

/** Ticks that other machines on the same host took, and all ticks. */
export function steal() {
  const [all] = fs.readFileSync('/proc/stat', 'utf8').split('\n');
  const ticks = all.split(/\s+/).slice(1, 9).map(Number);
  return [ticks[7], ticks.reduce((sum, some) => sum + some)];
}
