// Peers make rooms by HTTP.
import { HOST, options } from '../options.mjs';

export async function post(path, body, port = options.ports[0]) {
  const answer = await fetch(`http://${HOST}:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
  return answer.json();
}
