/**
 * Plays sounds, politely: nothing is opened before the person has said yes, it mixes with music and
 * calls where the browser lets it, and lets go of the loudspeaker as soon as it is quiet.
 */
import type { Sound } from './choosing';
import { VOICES } from './voices';

/** How long it holds on to the loudspeaker after a sound. */
const IDLE_MS = 2000;
/** Between two sounds of one moment. */
const APART_S = 0.16;
/** Sounds that could not start are worth nothing later. */
const LATE_MS = 400;

export class Player {
  private context: AudioContext | null = null;
  private out: GainNode | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private end = 0;

  /** @param volume 0 to 1. */
  constructor(private readonly volume: () => number) {}

  /** To be called from a touch or a key: only then do browsers let sound begin. */
  unlock(): void {
    if (this.context || typeof AudioContext === 'undefined') return;
    const session = (navigator as { audioSession?: { type: string } }).audioSession;
    if (session) session.type = 'ambient';
    const context = new AudioContext({ latencyHint: 'interactive' });
    this.out = context.createGain();
    this.out.connect(context.destination);
    this.context = context;
    this.rest();
  }

  play(sounds: readonly Sound[], delay = 0): void {
    const { context, out } = this;
    if (!context || !out || sounds.length === 0 || this.volume() <= 0) return;
    const asked = performance.now();
    clearTimeout(this.timer);
    context.resume().then(
      () => {
        if (performance.now() - asked > LATE_MS) return;
        out.gain.value = this.volume() ** 2; // as ears hear it
        let at = Math.max(context.currentTime + 0.01, this.end) + delay;
        if (at - context.currentTime > 2) at = context.currentTime + 0.01; // no queue
        for (const sound of sounds) {
          this.end = VOICES[sound](context, out, at);
          at += APART_S;
        }
        this.rest();
      },
      () => {}, // the browser does not let it: silence is no fault
    );
  }

  /** Silence from now on. */
  close(): void {
    clearTimeout(this.timer);
    void this.context?.close().catch(() => {});
    this.context = null;
    this.out = null;
    this.end = 0;
  }

  private rest(): void {
    clearTimeout(this.timer);
    const left = Math.max(0, this.end - (this.context?.currentTime ?? 0));
    this.timer = setTimeout(
      () => void this.context?.suspend().catch(() => {}),
      1000 * left + IDLE_MS,
    );
  }
}
