declare module 'virtual:texts/*' {
  const texts: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  export default texts;
}
declare module 'virtual:more/*' {
  const texts: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  export default texts;
}
declare module 'virtual:rules/*' {
  const texts: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  export default texts;
}
