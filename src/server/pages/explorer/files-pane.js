// Runs in the browser, before GraphiQL. GraphiQL has no file picker: this script adds one, and sends chosen files as a
// GraphQL multipart request (https://github.com/jaydenseric/graphql-multipart-request-spec).
(() => {
  /** @type {Map<string, File>} */
  const files = new Map();
  const PLACEHOLDER = /^\$file(?::(.+))?$/s;

  /** Returns the file that a placeholder refers to: by name, or the first one. */
  const findFile = (name) => (name === undefined ? files.values().next().value : files.get(name));

  /** Replaces each placeholder below `value` by null and records its path and file. */
  function extractFiles(value, path, extracted) {
    if (typeof value === 'string') {
      const match = PLACEHOLDER.exec(value);
      if (!match) return value;
      extracted.push({ path, value, file: findFile(match[1]) });
      return null;
    }
    if (Array.isArray(value))
      return value.map((item, i) => extractFiles(item, `${path}.${i}`, extracted));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        extractFiles(item, `${path}.${key}`, extracted),
      ]),
    );
  }

  function createMultipartBody(operations, extracted) {
    const form = new FormData();
    form.append('operations', JSON.stringify(operations));
    form.append(
      'map',
      JSON.stringify(Object.fromEntries(extracted.map(({ path }, i) => [i, [path]]))),
    );
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

  const createErrorResponse = (value) =>
    Response.json({
      errors: [
        {
          message:
            files.size === 0
              ? `The variable ${JSON.stringify(value)} stands for a file: choose one with the Files button first.`
              : `No chosen file is called ${JSON.stringify(value.slice('$file:'.length))}. Chosen: ${[...files.keys()].join(', ')}.`,
        },
      ],
    });

  const originalFetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const operations = typeof init?.body === 'string' ? parseJson(init.body) : undefined;
    if (typeof operations?.query !== 'string') return originalFetch(input, init);
    const extracted = [];
    const variables = extractFiles(operations.variables ?? {}, 'variables', extracted);
    if (extracted.length === 0) return originalFetch(input, init);
    const missing = extracted.find(({ file }) => file === undefined);
    if (missing) return Promise.resolve(createErrorResponse(missing.value));
    const headers = new Headers(init.headers);
    headers.delete('content-type');
    return originalFetch(input, {
      ...init,
      headers,
      body: createMultipartBody({ ...operations, variables }, extracted),
    });
  };

  const STYLE = `
    :host { --ink: #2b3440; --soft: #667085; --paper: #fff; --line: #d5d9e2; --accent: #6d4aff; --hover: #f3f1ff; font: 14px/1.4 system-ui, sans-serif; }
    :host(.dark) { --ink: #e6e9f0; --soft: #9aa4b5; --paper: #212a3b; --line: #3a465c; --accent: #a592ff; --hover: #2c3750; }
    * { box-sizing: border-box; }
    button { font: inherit; color: inherit; cursor: pointer; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    .open { position: fixed; right: 20px; bottom: 20px; z-index: 50; display: flex; gap: 8px; align-items: center; padding: 8px 14px; border: 1px solid var(--line); border-radius: 999px; background: var(--paper); color: var(--ink); box-shadow: 0 4px 14px rgb(20 24 40 / .16); }
    .open:hover { background: var(--hover); }
    .count { min-width: 20px; padding: 0 6px; border-radius: 10px; background: var(--accent); color: var(--paper); text-align: center; font-size: 12px; line-height: 20px; }
    .count[hidden] { display: none; }
    .pane { position: fixed; right: 20px; bottom: 72px; z-index: 50; width: min(360px, calc(100vw - 40px)); max-height: min(520px, calc(100vh - 110px)); overflow: auto; padding: 16px; border: 1px solid var(--line); border-radius: 14px; background: var(--paper); color: var(--ink); box-shadow: 0 12px 36px rgb(20 24 40 / .22); }
    .pane[hidden] { display: none; }
    h2 { margin: 0 0 4px; font-size: 16px; }
    p { margin: 0 0 12px; color: var(--soft); }
    code { padding: 1px 5px; border-radius: 5px; background: var(--hover); color: var(--ink); font: 12px ui-monospace, monospace; }
    .drop { display: block; padding: 18px; border: 1.5px dashed var(--line); border-radius: 10px; text-align: center; color: var(--soft); cursor: pointer; }
    .drop:hover, .drop.over { border-color: var(--accent); background: var(--hover); }
    .drop:focus-within { outline: 2px solid var(--accent); outline-offset: 2px; }
    .drop input { position: absolute; opacity: 0; width: 1px; height: 1px; }
    .drop b { color: var(--accent); font-weight: 600; }
    ul { list-style: none; margin: 12px 0 0; padding: 0; }
    li { display: flex; gap: 10px; align-items: center; padding: 8px 0; border-top: 1px solid var(--line); }
    li img, li .blank { width: 40px; height: 40px; border-radius: 8px; object-fit: cover; background: var(--hover); flex: none; }
    li .about { flex: 1; min-width: 0; }
    li .name, li .size { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    li .size { color: var(--soft); font-size: 12px; }
    li button { padding: 4px 8px; border: 1px solid var(--line); border-radius: 8px; background: none; font-size: 12px; }
    li button:hover { background: var(--hover); }
  `;

  const createElement = (tag, properties, ...children) => {
    const created = Object.assign(document.createElement(tag), properties);
    created.append(...children);
    return created;
  };

  const formatSize = (bytes) =>
    bytes < 1024 * 1024
      ? `${Math.max(1, Math.round(bytes / 1024))} KB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

  /** Returns whether the text was copied. Browsers have no clipboard on plain http pages of other machines. */
  const copyText = (text) =>
    navigator.clipboard
      ? navigator.clipboard.writeText(text).then(
          () => true,
          () => false,
        )
      : Promise.resolve(false);

  const hasFiles = (event) => event.dataTransfer?.types.includes('Files') ?? false;

  function createPane() {
    const host = createElement('div', { id: 'files-pane' });
    const root = host.attachShadow({ mode: 'open' });
    const count = createElement('span', { className: 'count', hidden: true });
    const open = createElement(
      'button',
      {
        type: 'button',
        className: 'open',
        ariaExpanded: 'false',
        title: 'Files for Upload variables',
      },
      'Files',
      count,
    );
    const input = createElement('input', {
      type: 'file',
      multiple: true,
      accept: 'image/jpeg,image/png,image/webp',
    });
    const drop = createElement(
      'label',
      { className: 'drop' },
      input,
      createElement('b', { textContent: 'Choose files' }),
      ' or drop them here',
    );
    const list = createElement('ul', {});
    const hint = createElement(
      'p',
      {},
      'A variable with the value ',
      createElement('code', { textContent: '"$file"' }),
      ' is sent as the first file, ',
      createElement('code', { textContent: '"$file:NAME"' }),
      ' as the one of that name.',
    );
    const pane = createElement(
      'section',
      { className: 'pane', hidden: true, ariaLabel: 'Files' },
      createElement('h2', { textContent: 'Files' }),
      hint,
      drop,
      list,
    );
    root.append(createElement('style', { textContent: STYLE }), pane, open);

    const setVisible = (visible) => {
      pane.hidden = !visible;
      open.ariaExpanded = String(visible);
      (visible ? input : open).focus();
    };

    const createRow = (name, file) => {
      const picture = file.type.startsWith('image/')
        ? createElement('img', { alt: '', src: URL.createObjectURL(file) })
        : createElement('span', { className: 'blank' });
      const copy = createElement('button', {
        type: 'button',
        textContent: 'Copy',
        ariaLabel: `Copy the variable for ${name}`,
      });
      copy.addEventListener('click', async () => {
        copy.textContent = (await copyText(JSON.stringify(`$file:${name}`)))
          ? 'Copied'
          : 'Not copied';
        setTimeout(() => {
          copy.textContent = 'Copy';
        }, 1500);
      });
      const remove = createElement('button', {
        type: 'button',
        textContent: 'Remove',
        ariaLabel: `Remove ${name}`,
      });
      remove.addEventListener('click', () => {
        files.delete(name);
        refresh();
        input.focus();
      });
      const about = createElement(
        'span',
        { className: 'about' },
        createElement('span', { className: 'name', textContent: name, title: name }),
        createElement('span', { className: 'size', textContent: formatSize(file.size) }),
      );
      return createElement('li', {}, picture, about, copy, remove);
    };

    const refresh = () => {
      for (const picture of list.querySelectorAll('img')) URL.revokeObjectURL(picture.src);
      list.replaceChildren(...[...files].map(([name, file]) => createRow(name, file)));
      count.hidden = files.size === 0;
      count.textContent = String(files.size);
    };

    const addFiles = (chosen) => {
      for (const file of chosen) files.set(file.name, file);
      refresh();
    };

    input.addEventListener('change', () => {
      addFiles(input.files);
      input.value = '';
    });
    open.addEventListener('click', () => setVisible(pane.hidden));
    root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !pane.hidden) setVisible(false);
    });
    // The whole page accepts drops: a file dropped beside the pane would otherwise navigate away.
    addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        pane.hidden = false;
        open.ariaExpanded = 'true';
        drop.classList.add('over');
      },
      true,
    );
    addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) drop.classList.remove('over');
    });
    addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        drop.classList.remove('over');
        addFiles(event.dataTransfer.files);
      },
      true,
    );

    const updateTheme = () =>
      host.classList.toggle(
        'dark',
        document.body.classList.contains('graphiql-dark') ||
          (!document.body.classList.contains('graphiql-light') &&
            matchMedia('(prefers-color-scheme: dark)').matches),
      );
    new MutationObserver(updateTheme).observe(document.body, { attributeFilter: ['class'] });
    updateTheme();
    document.body.append(host);
  }

  addEventListener('DOMContentLoaded', createPane);
})();
