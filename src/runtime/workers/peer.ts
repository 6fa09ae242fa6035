import type { Answer } from './ipc-messages.ts';

class NoAnswerError extends Error {
  override name = 'NoAnswerError' as const;

  constructor() {
    super('The other process does not answer.');
  }
}

interface Asked<Question> {
  readonly type: 'question';
  readonly id: number;
  readonly question: Question;
}

/** The process at the other end of an IPC channel: the primary of a worker, or a worker of the primary. */
export class Peer<Question> {
  readonly #send: (message: Asked<Question> | Answer) => void;
  /** What each question waits for, by its id. Without an answer, it fails. */
  readonly #waiting = new Map<number, (answer?: Answer) => void>();
  #lastId = 0;

  constructor(send: (message: Asked<Question> | Answer) => void) {
    this.#send = send;
  }

  /**
   * Asks a question, and waits up to `timeout` milliseconds.
   * @throws NoAnswerError if the process cannot answer, or not in time.
   */
  ask(question: Question, timeout: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      const id = this.#lastId;
      const end = (answer?: Answer) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        if (answer?.isSuccess) resolve(answer.answer);
        else reject(new NoAnswerError());
      };
      // Only after what has arrived while this process was busy.
      const timer = setTimeout(() => setImmediate(end), timeout);
      this.#waiting.set(id, end);
      this.#send({ type: 'question', id, question });
    });
  }

  /** Handles a message of the process: an answer, or a question, to which `answer` knows the answer. */
  receive<Received>(
    message: Asked<Received> | Answer,
    answer: (question: Received) => Promise<unknown>,
  ): void {
    const { id } = message;
    if (message.type === 'answer') {
      this.#waiting.get(id)?.(message);
      return;
    }
    answer(message.question).then(
      (found) => this.#send({ type: 'answer', id, isSuccess: true, answer: found }),
      () => this.#send({ type: 'answer', id, isSuccess: false }),
    );
  }

  /** Ends all questions, because the process has exited. */
  close(): void {
    for (const end of this.#waiting.values()) end();
  }
}
