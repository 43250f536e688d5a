/** Where the server's WebSockets are: at the address of the page. */
export function socketAddress(): string {
  const address = new URL("socket", location.href.split("#", 1)[0]);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}
