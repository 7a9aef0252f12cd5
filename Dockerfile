# syntax=docker/dockerfile:1

# Node 24 runs the server's TypeScript as it is; only the app and the console are built.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && rm -rf server/src/sandbox server/src/testing

# The server's packages alone, and of them only what it reads: no development tools, no bundled Node, no bundled PostgreSQL.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY core/package.json core/
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY console/package.json console/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY checks/package.json checks/
COPY tools/slim-packages.mjs tools/
RUN npm ci --workspace server --omit=dev --no-audit --no-fund && node tools/slim-packages.mjs node_modules

FROM node:24-bookworm-slim
ENV NODE_ENV=production NOREN_MODE=production NOREN_DATA=/data PORT=3000
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY core/package.json core/
COPY core/src core/src
COPY contract/package.json contract/
COPY contract/src contract/src
COPY server/package.json server/
COPY server/migrations server/migrations
# Without the sandbox and the tests' helpers: production never loads them.
COPY --from=build /app/server/src server/src
# The engine that reads documents and faces starts with what is left of its packages, or the build fails.
RUN node --input-type=module -e "const { makeKycProcess } = await import('./server/src/providers/kyc/engine-process.ts'); \
  const engine = makeKycProcess(); await engine.warm(); await engine.close();"
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/console/dist console/dist
RUN mkdir /data /backup && chown node:node /data /backup
USER node
VOLUME ["/data", "/backup"]
EXPOSE 3000
# No shell and no npm in between: the server gets SIGTERM itself and finishes what is running.
CMD ["node", "server/src/main.ts"]
