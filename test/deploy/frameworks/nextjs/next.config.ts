import type { NextConfig } from 'next';

/** The configuration that `create-next-app` creates. */
const config: NextConfig = { cacheComponents: true };

export default config;
