const FIRST_MS = 500;
/** While somebody looks on, a server that is back is found within this time. */
const SOON_MS = 2000;
/** For so long it may be a restart, or a walk past the garden wall; then it is something else. */
const HURRY_MS = 120_000;
const LONGEST_MS = 15_000;

/** How long to wait before trying again: longer each time, and never in step with others. */
export class Backoff {
  private step = FIRST_MS;
  private waited = 0;

  /** `isSeen`: somebody has the page before them. */
  next(isSeen: boolean): number {
    const longest = isSeen && this.waited < HURRY_MS ? SOON_MS : LONGEST_MS;
    const wait = Math.min(this.step, longest) * (0.5 + Math.random() / 2);
    this.step = Math.min(2 * this.step, LONGEST_MS);
    this.waited += wait;
    return wait;
  }

  reset(): void {
    this.step = FIRST_MS;
    this.waited = 0;
  }
}
