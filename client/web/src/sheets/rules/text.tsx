import { unbroken } from '../../ui';

/** A text of the rules: paragraphs, lists ("- "), and `what is typed`. */
export function RulesText({ text }: { readonly text: string }) {
  return text.split('\n\n').map((part, at) => {
    const key = `${at} ${part.slice(0, 20)}`;
    if (!part.startsWith('- ')) return <p key={key}>{inline(part)}</p>;
    return (
      <ul key={key}>
        {part.split('\n').map((line) => (
          <li key={line}>{inline(line.replace(/^- /, ''))}</li>
        ))}
      </ul>
    );
  });
}

const inline = (text: string) =>
  text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : unbroken(part)));
