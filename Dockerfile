# onda as an image: built in one stage, run in another as a user without rights, data in /data.
#   docker build -t onda . && docker compose up -d
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /onda
COPY package.json package-lock.json .npmrc ./
COPY bin/patch-postgres.mjs bin/patch-postgres.mjs
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /onda
COPY --from=build --chown=root:root /onda /onda
# The embedded PostgreSQL refuses to run as root; node has the id 1000 in this image.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
# 3000: the site. 8001: Icecast source clients.
EXPOSE 3000 8001
# The first start makes a database, the sample studio and its music.
HEALTHCHECK --start-period=90s --interval=30s --timeout=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/readyz').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=40", "server/main.ts"]
