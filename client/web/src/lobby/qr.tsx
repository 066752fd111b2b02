import { useEffect, useState } from 'preact/hooks';

/** Light modules all round that readers need to find the picture. */
const QUIET = 4;

interface Drawn {
  readonly size: number;
  readonly path: string;
}

/** A link as a QR picture: black on white by day and by night, or cameras miss it. */
export function Qr({ text, label }: { readonly text: string; readonly label: string }) {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    let isWanted = true;
    void import('uqr').then(({ encode }) => {
      const { data, size } = encode(text, { border: QUIET });
      if (isWanted) setDrawn({ size, path: pathOf(data) });
    });
    return () => {
      isWanted = false;
    };
  }, [text]);
  const size = drawn?.size ?? 1;
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <path d={drawn?.path ?? ''} shape-rendering="crispEdges" />
    </svg>
  );
}

/** One stroke for each run of dark modules in a row. */
export function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1]) return [];
        const next = row.indexOf(false, x);
        const length = (next < 0 ? row.length : next) - x;
        return [`M${x} ${y}h${length}v1h-${length}z`];
      }),
    )
    .join('');
}
