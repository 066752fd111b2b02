// @ts-check
// Writes src/protocol/messages.ts: the types of what travels, and what a left-out field means, from
// the protocol's JSON Schemas. Run by Vite and by `npm run types`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @typedef {Record<string, any>} Schema */

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const target = here('../src/protocol/messages.ts');

/** @param {string} name @returns {Schema} */
function read(name) {
  return JSON.parse(readFileSync(here(`../../../protocol/schemas/${name}.schema.json`), 'utf8'));
}

// TypeScript has a Record of its own.
const named = (/** @type {string} */ name) => (name === 'Record' ? 'RecordMessage' : name);

/** @param {Schema} schema @returns {string} */
function typed(schema) {
  if (schema.$ref) return named(schema.$ref.split('/').at(-1));
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum)
    return schema.enum.map((/** @type {unknown} */ one) => JSON.stringify(one)).join(' | ');
  const several = schema.oneOf ?? schema.anyOf;
  if (several) return several.map(typed).join(' | ');
  switch (schema.type) {
    case 'array':
      if (schema.prefixItems) return `readonly [${schema.prefixItems.map(typed).join(', ')}]`;
      return `readonly (${schema.items ? typed(schema.items) : 'unknown'})[]`;
    case 'object': {
      const value =
        typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
      const names = schema.propertyNames?.enum;
      const keys = names ? typed(schema.propertyNames) : 'string';
      return `{ readonly [key in ${keys}]?: ${typed(value)} }`;
    }
    case 'string':
      return schema.format === 'msgpack-bin' ? 'Uint8Array' : 'string';
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    default:
      return 'unknown';
  }
}

/**
 * One message or part of one. A field the sender may leave out is optional in what we send; in what
 * we get it is always there, for `complete` puts it in.
 * @param {string} name @param {Schema} schema @param {boolean} sent
 */
function declared(name, schema, sent) {
  const said = (/** @type {Schema} */ of, /** @type {string} */ indent) =>
    of.description ? `${indent}/** ${of.description.replaceAll('\n', `\n${indent} * `)} */\n` : '';
  const fields = Object.entries(/** @type {Schema} */ (schema.properties)).map(([field, of]) => {
    const always = 'const' in of || !sent || schema.required?.includes(field);
    return `${said(of, '  ')}  readonly ${field}${always ? '' : '?'}: ${typed(of)};`;
  });
  return `${said(schema, '')}export interface ${named(name)} {\n${fields.join('\n')}\n}`;
}

/** The defaults of a message and, by field, which parts have defaults of their own.
 * @param {Schema} schema @param {Schema} defs */
function blank(schema, defs) {
  /** @type {Record<string, unknown>} */
  const defaults = {};
  /** @type {Record<string, string>} */
  const parts = {};
  for (const [field, of] of Object.entries(/** @type {Schema} */ (schema.properties))) {
    if ('default' in of && !('const' in of)) defaults[field] = of.default;
    const found = JSON.stringify(of).match(/"#\/\$defs\/(\w+)"/);
    if (found?.[1] && defs[found[1]]?.properties) parts[field] = found[1];
  }
  return { defaults, parts };
}

export function writeMessages() {
  const server = read('server');
  const client = read('client');
  const union = (/** @type {Schema} */ schema) => schema.oneOf.map(typed).join(' | ');
  const blanks = Object.fromEntries(
    Object.entries(/** @type {Schema} */ (server.$defs)).map(([name, of]) => [
      name,
      blank(of, server.$defs),
    ]),
  );
  const byType = Object.fromEntries(
    Object.entries(/** @type {Schema} */ (server.$defs)).flatMap(([name, of]) =>
      of.properties?.type?.const ? [[of.properties.type.const, name]] : [],
    ),
  );
  const text = [
    '// Made by tools/messages.mjs from protocol/schemas. Do not edit.',
    ...Object.entries(/** @type {Schema} */ (server.$defs)).map(([name, of]) =>
      declared(name, of, false),
    ),
    ...Object.entries(/** @type {Schema} */ (client.$defs)).map(([name, of]) =>
      declared(name, of, true),
    ),
    `export type ServerMessage = ${union(server)};`,
    `export type ClientMessage = ${union(client)};`,
    '/** What left-out fields mean, and which fields hold parts with such fields of their own. */',
    `export const BLANKS: Readonly<Record<string, { readonly defaults: object; readonly parts: Readonly<Record<string, string>> }>> = ${JSON.stringify(blanks, null, 2)};`,
    '/** The part of BLANKS for each `type`. */',
    `export const BLANK_OF: Readonly<Record<string, string>> = ${JSON.stringify(byType)};`,
    '',
  ].join('\n\n');
  writeFileSync(target, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeMessages();
