/** Names that can be told apart: those that several at a table have are numbered, by seat. A seat without a name stays without. */
export function toldApart(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const isOnly = names.filter((other) => other === name).length === 1;
    return isOnly || name === "" ? name : `${name}${count}`;
  });
}
