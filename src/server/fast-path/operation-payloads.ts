import type { FetchAPI, GraphQLParams } from 'graphql-yoga';
import { HookPayload, type HookResult, type Payload } from './hook-payload.ts';

type OnParams = Payload<'onParams'>;

/** Payload of onParams. */
export class ParamsPayload extends HookPayload<HookResult<'onParams'>> implements OnParams {
  readonly request: Request;
  readonly context: OnParams['context'];
  readonly fetchAPI: FetchAPI;
  params: GraphQLParams;
  paramsHandler: OnParams['paramsHandler'];
  /** A hook's result, which skips execution. */
  result: Parameters<OnParams['setResult']>[0] | undefined;

  constructor(
    request: Request,
    params: GraphQLParams,
    context: OnParams['context'],
    fetchAPI: FetchAPI,
    paramsHandler: OnParams['paramsHandler'],
  ) {
    super();
    this.request = request;
    this.context = context;
    this.fetchAPI = fetchAPI;
    this.params = params;
    this.paramsHandler = paramsHandler;
    this.result = undefined;
  }

  get setParams(): OnParams['setParams'] {
    return (params) => {
      this.params = params;
    };
  }

  get setParamsHandler(): OnParams['setParamsHandler'] {
    return (handler) => {
      this.paramsHandler = handler;
    };
  }

  get setResult(): OnParams['setResult'] {
    return (result) => {
      this.result = result;
    };
  }
}

type OnContextBuilding = Payload<'onContextBuilding'>;

/** Payload of onContextBuilding. */
export class ContextBuildingPayload
  extends HookPayload<HookResult<'onContextBuilding'>>
  implements OnContextBuilding
{
  readonly context: OnContextBuilding['context'];

  constructor(context: OnContextBuilding['context']) {
    super();
    this.context = context;
  }

  get extendContext(): OnContextBuilding['extendContext'] {
    return (extension) => void Object.assign(this.context, extension);
  }

  get breakContextBuilding(): OnContextBuilding['breakContextBuilding'] {
    return () => {
      this.isStopped = true;
    };
  }
}

type OnExecute = Payload<'onExecute'>;

const noExecutor: OnExecute['executeFn'] = () => {
  throw new Error('No plugin gave an executor.');
};

/** Payload of onExecute. */
export class ExecutePayload extends HookPayload<HookResult<'onExecute'>> implements OnExecute {
  readonly args: OnExecute['args'];
  readonly context: OnExecute['context'];
  executeFn: OnExecute['executeFn'];
  /** A hook's result, which skips execution. */
  result: Parameters<OnExecute['setResultAndStopExecution']>[0] | undefined;

  constructor(args: OnExecute['args']) {
    super();
    this.args = args;
    this.context = args.contextValue;
    this.executeFn = noExecutor;
    this.result = undefined;
  }

  get setExecuteFn(): OnExecute['setExecuteFn'] {
    return (execute) => {
      this.executeFn = execute;
    };
  }

  get setResultAndStopExecution(): OnExecute['setResultAndStopExecution'] {
    return (result) => {
      this.result = result;
      this.isStopped = true;
    };
  }

  get extendContext(): OnExecute['extendContext'] {
    return (extension) => void Object.assign(this.context, extension);
  }
}

type OnExecutionResult = Payload<'onExecutionResult'>;

/** Payload of onExecutionResult. */
export class ExecutionResultPayload
  extends HookPayload<HookResult<'onExecutionResult'>>
  implements OnExecutionResult
{
  readonly request: Request;
  readonly context: OnExecutionResult['context'];
  result: NonNullable<OnExecutionResult['result']>;

  constructor(
    request: Request,
    result: NonNullable<OnExecutionResult['result']>,
    context: OnExecutionResult['context'],
  ) {
    super();
    this.request = request;
    this.result = result;
    this.context = context;
  }

  get setResult(): OnExecutionResult['setResult'] {
    return (result) => {
      this.result = result;
    };
  }
}
