/** Says why the upstream has no list, by the API's message, which names the setting, and what to do next. */
export const NoList = ({ message }: { readonly message: string }) => (
  <div className="empty">
    <p>{message}</p>
    <p>
      To see which extensions the upstream has, run <code>avatar-graphql doctor</code>.
    </p>
  </div>
);
