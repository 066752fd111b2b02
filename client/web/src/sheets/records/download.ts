/** Gives a record to the person as a file. Made in the page: nothing is asked of the server. */
export function download(record: object, name: string): void {
  const file = new Blob([`${JSON.stringify(record, null, 1)}\n`], { type: 'application/json' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // some browsers read it later
}
