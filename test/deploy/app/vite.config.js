/** The API of `npm start`, on the page's origin. */
export default { server: { proxy: { '/graphql': 'http://127.0.0.1:4000' } } };
