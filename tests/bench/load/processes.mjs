// What the system says of the server's process, and of a machine shared with others.
import fs from 'node:fs';
import { options } from './options.mjs';

const TICKS_A_SECOND = 100;

/** MiB of the server that are in memory. */
export function memoryOfServer() {
  if (!options.pid) return 0;
  const status = fs.readFileSync(`/proc/${options.pid}/status`, 'utf8');
  return +/VmRSS:\s+(\d+)/.exec(status)[1] / 1024;
}

/** Seconds of processor time the server's process and all its threads have used. */
function secondsOfServer() {
  if (!options.pid) return 0;
  const fields = fs.readFileSync(`/proc/${options.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (+fields[11] + +fields[12]) / TICKS_A_SECOND;
}

export class CpuOfServer {
  #began = secondsOfServer();

  /** Seconds since this object was made. */
  used() {
    return secondsOfServer() - this.#began;
  }
}

/** Ticks that other machines on the same host took, and all ticks. */
export function steal() {
  const [all] = fs.readFileSync('/proc/stat', 'utf8').split('\n');
  const ticks = all.split(/\s+/).slice(1, 9).map(Number);
  return [ticks[7], ticks.reduce((sum, some) => sum + some)];
}
