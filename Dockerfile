# The program is a bundle of its dependencies. Of node_modules, it needs only the explorer.
FROM node:26-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc tsconfig.json LICENSE ./
COPY schema schema
COPY src src
RUN npm ci --no-audit --no-fund
RUN npm run prepack
RUN rm -r node_modules/@graphql-yoga/render-graphiql/cjs

FROM node:26-slim
ENV MALLOC_ARENA_MAX=1 NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /build/node_modules/@graphql-yoga/render-graphiql node_modules/@graphql-yoga/render-graphiql
COPY --from=build /build/dist dist
COPY --from=build /build/schema schema
COPY --from=build /build/package.json package.json
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 4000}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=64", "--heap-growing-percent=100", "--no-parallel-scavenge", "--expose-gc", "dist/bin.js"]
