import { LRUCache } from 'lru-cache';
import { limitEntries } from '../shared/limit-entries.ts';
import { Circuit, type CircuitScope, type RollingWindow } from './circuit.ts';
import { circuitChanges } from './diagnostics.ts';
import { UpstreamError } from './errors.ts';

/** Minimum number of failures that open a circuit, and that of all calls. */
const MIN_FAILURES = 5;
const MIN_FAILURES_OF_ALL = 10;

/** Maximum number of callers whose circuits are kept. The circuits of any other caller start closed. */
const MAX_CALLERS = 10_000;

/** The subject of all calls if callers are not distinguished. */
const ANYBODY = '';

/** Statuses of a gateway whose service is unavailable. 500 is not one: it may be about a single request. */
const UNAVAILABLE_STATUSES = [502, 503, 504];

const isUnavailable = (error: unknown) =>
  error instanceof UpstreamError &&
  (error.kind === 'connection' ||
    error.kind === 'timeout' ||
    UNAVAILABLE_STATUSES.includes(error.status ?? 0));

/** @param explanation the message of the upstream to this caller when it failed. */
function createCircuitError(call: string, retryAfterSeconds: number, explanation?: string) {
  const failure = explanation === undefined ? '.' : `: ${explanation.replace(/\.?$/, '.')}`;
  const message = `The circuit breaker is open because the upstream failed${failure} Try again later.`;
  return new UpstreamError('circuit', call, { message, retryAfterSeconds });
}

/** The call of an attempt. */
export interface ObservedCall {
  /** Method and path template. */
  readonly call: string;
  /** The feature of its endpoint, as in scopes. */
  readonly feature: string;
  /** Who makes it; undefined if callers are not distinguished. */
  readonly subject: string | undefined;
  /** Whether its endpoint is slow, so that a timeout may be about a single request. */
  readonly isSlow: boolean;
}

/** A circuit of a call, and the circuits of the call's caller and feature, if it is about several of them. */
interface CircuitOfCall {
  readonly circuit: Circuit;
  readonly members: readonly Circuit[];
}

const NONE: readonly CircuitOfCall[] = [];
const NO_MEMBERS: CircuitOfCall['members'] = [];

/** One attempt that the circuit breaker admitted. */
export class AdmittedAttempt {
  readonly #call: ObservedCall;
  readonly #own: Circuits;
  readonly #shared: Circuits;
  readonly #startedAt: number;
  /** The open circuits that its success closes. */
  readonly #open: readonly CircuitOfCall[];
  /** Those of them that reject such calls, so that it is a probe. */
  readonly #probed: readonly CircuitOfCall[];
  #failedAt = 0;
  /** The windows that count it as a failure. */
  #windows: readonly RollingWindow[] | undefined;

  constructor(call: ObservedCall, own: Circuits, shared: Circuits, now: number) {
    this.#call = call;
    this.#own = own;
    this.#shared = shared;
    this.#startedAt = now;
    const circuits = this.#list();
    const isAnyOpen = circuits.some(({ circuit }) => circuit.isOpen);
    this.#open = isAnyOpen ? circuits.filter(({ circuit }) => circuit.isOpen) : NONE;
    this.#probed = isAnyOpen
      ? this.#open.filter(({ circuit, members }) => circuit.isAbout(members))
      : NONE;
    for (const { circuit } of this.#probed) circuit.startProbe(now);
  }

  #list(): readonly CircuitOfCall[] {
    return listCircuits(this.#own, this.#shared, this.#call.feature);
  }

  /** Records how the attempt ended: its error, or undefined for success. */
  record(error: UpstreamError | undefined): void {
    const now = performance.now();
    if (error?.kind === 'aborted') {
      // The attempt proves nothing.
      for (const { circuit } of this.#probed) circuit.abortProbe(now);
    } else if (error && isUnavailable(error)) {
      this.#recordFailure(error, now);
    } else {
      this.#recordSuccess(now);
    }
  }

  #recordSuccess(now: number) {
    for (const { circuit } of this.#open) {
      // Another attempt may have closed it before.
      if (circuit.isOpen) publishChange(circuit, false);
      circuit.close();
    }
    for (const { circuit, members } of this.#list()) circuit.addSuccess(members, now);
  }

  #recordFailure(error: UpstreamError, now: number) {
    const isTimeout = error.kind === 'timeout' && !this.#call.isSlow;
    const explanation = error.isExplained ? error.message : undefined;
    const failure = { startedAt: this.#startedAt, endedAt: now, isTimeout };
    const circuits = this.#list();
    for (const { circuit } of this.#probed) circuit.failProbe(now);
    for (const { circuit, members } of circuits) {
      circuit.latestFailure = { subject: this.#call.subject ?? ANYBODY, explanation };
      if (circuit.addFailure(members, failure)) publishChange(circuit, true, error);
    }
    this.#failedAt = now;
    this.#windows = circuits.map(({ circuit }) => circuit.window);
  }

  /** Takes the failure back, because a retry succeeded. */
  heal(): void {
    for (const window of this.#windows ?? []) window.removeFailure(this.#failedAt);
  }
}

/** Publishes a change of a circuit of all callers. Those of single callers may be thousands. */
function publishChange({ about: { subject, feature } }: Circuit, isOpen: boolean, error?: unknown) {
  if (subject === undefined) circuitChanges.publish({ isOpen, feature, error });
}

/** The circuits of one caller or of all callers: one for each feature, and one for all features. */
class Circuits {
  readonly #about: CircuitScope;
  readonly all: Circuit;
  readonly #features = new Map<string, Circuit>();

  constructor(minFailuresOfAll: number, about: CircuitScope) {
    this.#about = about;
    this.all = new Circuit(minFailuresOfAll, about);
  }

  of(feature: string): Circuit {
    const existing = this.#features.get(feature);
    if (existing) return existing;
    const created = new Circuit(MIN_FAILURES, { ...this.#about, feature });
    this.#features.set(feature, created);
    return created;
  }

  list(): Circuit[] {
    return [this.all, ...this.#features.values()];
  }
}

/**
 * Returns the circuits of a call. Each learns of a failure after its members. They are listed for each use: a list for
 * each caller and feature would take as much memory as the circuits.
 */
function listCircuits(own: Circuits, shared: Circuits, feature: string): readonly CircuitOfCall[] {
  const [ownFeature, sharedFeature] = [own.of(feature), shared.of(feature)];
  const members = [ownFeature];
  return [
    { circuit: ownFeature, members: NO_MEMBERS },
    { circuit: own.all, members },
    { circuit: sharedFeature, members },
    { circuit: shared.all, members: [own.all, sharedFeature] },
  ];
}

/**
 * Rejects calls that would fail, because the upstream is down. Four circuits are about a call: those of its caller and
 * of all callers, each for the call's feature and for all features. `README.md` says when they open and what callers
 * see.
 */
export class CircuitBreaker {
  readonly #shared = new Circuits(MIN_FAILURES_OF_ALL, {});
  readonly #callers = new LRUCache<string, Circuits>(limitEntries(MAX_CALLERS));

  /** Whether calls of all callers are rejected now, at least to one feature. False as soon as a probe is due. */
  get isOpen(): boolean {
    const now = performance.now();
    return this.#shared.list().some((circuit) => circuit.getWait(now) > 0);
  }

  /**
   * Whether the upstream counts as down: calls of all callers are rejected, or of the only one that is active, no call
   * has succeeded since, and the upstream does not explain it.
   */
  get isDown(): boolean {
    const now = performance.now();
    const { succeededAt } = this.#shared.all;
    return this.#shared
      .list()
      .some(
        (circuit) =>
          circuit.getWait(now) > 0 &&
          succeededAt < circuit.openedAt &&
          circuit.latestFailure?.explanation === undefined,
      );
  }

  #getCircuitsOf(subject: string): Circuits {
    const existing = this.#callers.get(subject);
    if (existing) return existing;
    const created = new Circuits(MIN_FAILURES, { subject });
    this.#callers.set(subject, created);
    return created;
  }

  /**
   * Admits an attempt.
   * @throws UpstreamError while one of its circuits is open.
   */
  admit(observed: ObservedCall): AdmittedAttempt {
    const { call, feature, subject = ANYBODY } = observed;
    const now = performance.now();
    const own = this.#getCircuitsOf(subject);
    for (const { circuit, members } of listCircuits(own, this.#shared, feature)) {
      const wait = circuit.isAbout(members) ? circuit.getWait(now) : 0;
      if (wait === 0) continue;
      const { latestFailure } = circuit;
      // A message of the upstream to one caller is not shown to others.
      const explanation =
        latestFailure?.subject === subject ? latestFailure.explanation : undefined;
      throw createCircuitError(call, Math.ceil(wait / 1000), explanation);
    }
    return new AdmittedAttempt(observed, own, this.#shared, now);
  }
}
