import { openAsBlob } from 'node:fs';
import { QueryClient, useMutation, useQuery, VueQueryPlugin } from '@tanstack/vue-query';
import {
  createAvatarMutation,
  createClient,
  personasQuery,
  queryDefaults,
} from 'avatar-graphql-hooks/queries';
import { createSSRApp, defineComponent, h, onServerPrefetch, ref } from 'vue';
import { renderToString } from 'vue/server-renderer';

const [, , url = '', token = '', imagePath = ''] = process.argv;

const client = createClient({ url, headers: { authorization: `Bearer ${token}` } });

const App = defineComponent(() => {
  const search = ref('museum');
  const { data, error, suspense } = useQuery(() => personasQuery({ search: search.value }, client));
  const upload = useMutation(createAvatarMutation(client));
  const failed = useMutation(createAvatarMutation(client));
  onServerPrefetch(async () => {
    await suspense();
    const image = { file: await openAsBlob(imagePath, { type: 'image/png' }) };
    await upload.mutateAsync({ input: { displayName: 'Ada', image } });
    await failed.mutateAsync({ input: { displayName: 'A', image } }).catch(() => {});
  });
  return () => {
    const result = {
      personas: data.value?.personas?.nodes.map((persona) => persona.name),
      uploaded: upload.data.value?.createAvatar?.avatar.imageUrl,
      error: error.value?.code ?? failed.error.value?.code,
    };
    return h('script', { type: 'application/json', innerHTML: JSON.stringify(result) });
  };
});

// @ts-expect-error A page is a number.
export const wrong = () => personasQuery({ page: 'one' });

const queryClient = new QueryClient({ defaultOptions: queryDefaults });
const app = createSSRApp(App).use(VueQueryPlugin, { queryClient });
const html = await renderToString(app);
process.stdout.write(html.replace(/<[^>]+>/g, ''));
