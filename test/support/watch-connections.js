// Loaded into a program before it starts: writes down whom it connects to and whose name it looks up.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const tell = (how, whom) => process.stderr.write(`OUTREACH ${how} ${whom}\n`);

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...given) {
  const [options] = Array.isArray(given[0]) ? given[0] : given;
  const host = options?.path ?? options?.host ?? given[1] ?? options;
  tell('connect', String(host));
  return connect.apply(this, given);
};

for (const how of ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveTxt']) {
  for (const module of [dns, dns.promises]) {
    const original = module[how];
    module[how] = function (name, ...rest) {
      tell(how, name);
      return original.call(this, name, ...rest);
    };
  }
}
syncBuiltinESMExports();
