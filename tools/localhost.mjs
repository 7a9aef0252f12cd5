import dns from 'node:dns';

/*
 * Finds localhost where no hosts file names it, as in a bare root folder: RFC 6761 says it is always this machine, and
 * passkeys need the name. For tests; imported for its effect.
 */
for (const resolver of [dns, dns.promises]) {
  const { lookup } = resolver;
  resolver.lookup = (name, ...rest) => lookup(name === 'localhost' ? '127.0.0.1' : name, ...rest);
}
