// Loaded into a program before it starts: prints its connections and the names that it resolves.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const report = (kind, target) => process.stderr.write(`OUTBOUND ${kind} ${target}\n`);

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  const host = options?.path ?? options?.host ?? args[1] ?? options;
  report('connect', String(host));
  return connect.apply(this, args);
};

for (const kind of ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveTxt']) {
  for (const module of [dns, dns.promises]) {
    const original = module[kind];
    module[kind] = function (name, ...rest) {
      report(kind, name);
      return original.call(this, name, ...rest);
    };
  }
}
syncBuiltinESMExports();
