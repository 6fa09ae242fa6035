import type { SingleFlight } from './single-flight.ts';
import { Versions } from './versions.ts';
import type { MakeCall } from './call.ts';
import { getCredentialId } from './credential.ts';
import { reads } from './diagnostics.ts';
import { isRead, isWrite } from './read-cache.ts';
import type { CallResult } from './response.ts';

/**
 * Returns calls of which identical concurrent reads with one credential share one. A read joins none that started before
 * the end of a write.
 */
export function deduplicated(flights: SingleFlight<CallResult>, make: MakeCall): MakeCall {
  const writes = new Versions();
  return (call) => {
    const { target, request, caller, version, isAlone } = call;
    const credentialId = getCredentialId(caller.credential);
    if (isWrite(target.endpoint)) {
      writes.increment(credentialId);
      return make(call).finally(() => writes.increment(credentialId));
    }
    if (!isRead(target.endpoint)) return make(call);
    let isShared = true;
    const start = () => {
      isShared = false;
      return make(call);
    };
    const parts = [credentialId, writes.get(credentialId), version, target.key, request.path];
    const result = isAlone ? start() : flights.run(parts.join(' '), caller, start);
    // Only known at the end: if the leader aborts, a follower makes the call itself.
    return result.finally(() => reads.publish({ isShared }));
  };
}
