/**
 * The sounds of a Cuban table, made on the spot: no files, nothing sharp, nothing that loops.
 * Each voice plays into `out`, from `at` on (seconds of the context), and gives when it ends.
 */
import type { Sound } from './choosing';

type Voice = (context: BaseAudioContext, out: AudioNode, at: number) => number;

/** A tile on the table: the crack of its face, and the wood below. */
function tile(low: number, loud: number): Voice {
  return (context, out, at) => {
    noise(context, out, at, { seconds: 0.035, pass: 2200, loud: 0.5 * loud });
    return tone(context, out, at, { from: low, to: low * 0.6, seconds: 0.09, loud });
  };
}

const SLAPS: readonly Voice[] = [tile(190, 0.8), tile(215, 0.8), tile(240, 0.8)];
const HEAVY = tile(140, 1);
let latest = 0;

/** Never the same pitch twice running. */
const slap: Voice = (context, out, at) => {
  latest = (latest + 1 + Math.floor(Math.random() * 2)) % SLAPS.length;
  return (SLAPS[latest] ?? HEAVY)(context, out, at);
};

const knuckle: Voice = (context, out, at) => {
  noise(context, out, at, { seconds: 0.015, pass: 900, loud: 0.3 });
  return tone(context, out, at, { from: 320, to: 240, seconds: 0.06, loud: 0.6 });
};

const knock: Voice = (context, out, at) => {
  knuckle(context, out, at);
  return knuckle(context, out, at + 0.14);
};

/** "Water": the tiles being shuffled, 1.1 s. */
const rattle: Voice = (context, out, at) => {
  let end = at;
  for (let one = 0; one < 26; one++) {
    const when = at + 1.05 * Math.sqrt(Math.random());
    const loud = 0.08 + 0.14 * Math.random();
    end = Math.max(end, noise(context, out, when, { seconds: 0.03, pass: 1800, loud }));
  }
  return end;
};

const note = (pitch: number, seconds: number): Voice => {
  return (context, out, at) => {
    tone(context, out, at, { from: 2 * pitch, to: 2 * pitch, seconds: seconds / 2, loud: 0.06 });
    return tone(context, out, at, { from: pitch, to: pitch, seconds, loud: 0.25, soft: true });
  };
};

const rise: Voice = (context, out, at) => {
  note(392, 0.3)(context, out, at);
  note(494, 0.3)(context, out, at + 0.12);
  return note(587, 0.5)(context, out, at + 0.24);
};

const flat: Voice = (context, out, at) => {
  noise(context, out, at, { seconds: 0.12, pass: 350, loud: 0.8 });
  return tone(context, out, at, { from: 90, to: 80, seconds: 0.16, loud: 0.7 });
};

export const VOICES: Readonly<Record<Sound, Voice>> = {
  slap,
  heavy: HEAVY,
  knock,
  rattle,
  turn: note(523, 0.6),
  won: rise,
  block: flat,
  arrival: knuckle,
};

interface Tone {
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
  readonly loud: number;
  /** Begins gently. */
  readonly soft?: boolean;
}

function tone(context: BaseAudioContext, out: AudioNode, at: number, how: Tone): number {
  const source = context.createOscillator();
  source.type = 'sine';
  source.frequency.setValueAtTime(how.from, at);
  source.frequency.exponentialRampToValueAtTime(how.to, at + how.seconds);
  source.connect(fading(context, out, at, how));
  source.start(at);
  source.stop(at + how.seconds);
  return at + how.seconds;
}

interface Noise {
  readonly seconds: number;
  /** Hz; what lies above is taken away. */
  readonly pass: number;
  readonly loud: number;
}

function noise(context: BaseAudioContext, out: AudioNode, at: number, how: Noise): number {
  const buffer = context.createBuffer(
    1,
    Math.ceil(how.seconds * context.sampleRate),
    context.sampleRate,
  );
  const samples = buffer.getChannelData(0);
  for (let one = 0; one < samples.length; one++) samples[one] = 2 * Math.random() - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = 'lowpass';
  filter.frequency.value = how.pass;
  source.connect(filter);
  filter.connect(fading(context, out, at, how));
  source.start(at);
  return at + how.seconds;
}

function fading(
  context: BaseAudioContext,
  out: AudioNode,
  at: number,
  { seconds, loud, soft = false }: Omit<Tone, 'from' | 'to'>,
): AudioNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + (soft ? 0.04 : 0.003));
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(out);
  return gain;
}
