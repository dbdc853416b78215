/** Names and addresses of this computer, as `URL.hostname` writes them. */
const thisComputer = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

export const isThisComputer = (hostname: string): boolean => thisComputer.test(hostname);

/** True if traffic to this address can be read on a network: plain HTTP to another computer. */
export function isPlainBeyond(address: string): boolean {
  const [, host] = /^http:\/\/(?:[^/?#\\@]*@)?(\[[^\]]*\]|[^/?#\\:]*)/i.exec(address) ?? [];
  return host !== undefined && !isThisComputer(host);
}
