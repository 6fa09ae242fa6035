// Runs in the browser, before GraphiQL, which has no file picker: this script adds one, and sends chosen files as a
// GraphQL multipart request (https://github.com/jaydenseric/graphql-multipart-request-spec).
(() => {
  /** @type {Map<string, File>} */
  const files = new Map();
  const PLACEHOLDER = /^\$file(?::(.+))?$/s;

  /** Returns the file that a placeholder refers to: by name, or the first one. */
  const findFile = (name) => (name === undefined ? files.values().next().value : files.get(name));

  /** Replaces each placeholder below `value` by null and records its path and file. */
  function extractFiles(value, path, extracted) {
    const match = typeof value === 'string' && PLACEHOLDER.exec(value);
    if (match) extracted.push({ path, value, file: findFile(match[1]) });
    if (match || value === null) return null;
    if (typeof value !== 'object') return value;
    const entries = Object.entries(value).map(([key, item]) => [
      key,
      extractFiles(item, `${path}.${key}`, extracted),
    ]);
    return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
  }

  function createMultipartBody(operations, extracted) {
    const form = new FormData();
    form.append('operations', JSON.stringify(operations));
    const map = Object.fromEntries(extracted.map(({ path }, i) => [i, [path]]));
    form.append('map', JSON.stringify(map));
    for (const [i, { file }] of extracted.entries()) form.append(String(i), file, file.name);
    return form;
  }

  const parseJson = (body) => {
    try {
      return JSON.parse(body);
    } catch {
      return undefined;
    }
  };

  const originalFetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const operations = typeof init?.body === 'string' ? parseJson(init.body) : undefined;
    if (typeof operations?.query !== 'string') return originalFetch(input, init);
    const extracted = [];
    const variables = extractFiles(operations.variables ?? {}, 'variables', extracted);
    if (extracted.length === 0) return originalFetch(input, init);
    const missing = extracted.find(({ file }) => file === undefined);
    if (missing) {
      const message = `The variable ${JSON.stringify(missing.value)} stands for a file: choose one with the Files button first. Chosen: ${[...files.keys()].join(', ') || 'none'}.`;
      return Promise.resolve(Response.json({ errors: [{ message }] }));
    }
    const headers = new Headers(init.headers);
    headers.delete('content-type');
    const body = createMultipartBody({ ...operations, variables }, extracted);
    return originalFetch(input, { ...init, headers, body });
  };

  const STYLE =
    '#files { position: fixed; right: 20px; bottom: 20px; z-index: 50; max-width: 360px; padding: 8px 14px; border-radius: 8px; background: #6d4aff; color: #fff; font: 14px/1.4 system-ui, sans-serif; cursor: pointer; overflow-wrap: anywhere; } #files:focus-within { outline: 2px solid #2b3440; } #files input { position: absolute; opacity: 0; width: 1px; height: 1px; }';

  /** Adds a button that chooses files, and lists their names. */
  function addButton() {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    const names = document.createElement('span');
    names.textContent = 'Files';
    input.addEventListener('change', () => {
      files.clear();
      for (const file of input.files) files.set(file.name, file);
      names.textContent = ['Files', ...files.keys()].join(' · ');
    });
    const label = document.createElement('label');
    label.id = 'files';
    label.title =
      'A variable with the value "$file" is sent as the first file, "$file:NAME" as the one of that name.';
    label.append(names, input);
    const style = document.createElement('style');
    style.textContent = STYLE;
    document.body.append(style, label);
  }

  addEventListener('DOMContentLoaded', addButton);
})();
