# onda as an image: built in one stage, run in another as a user without rights, data in /data.
#   docker build -t onda . && docker compose up -d
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /onda
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The image has this Node already, and nothing compiles TypeScript (npm keeps it for a package that may use it).
# The record tells bin/command.mjs that nothing has to be installed.
RUN npm run build && npm prune --omit=dev \
  && rm -rf node_modules/node-linux-* node_modules/typescript node_modules/@typescript node_modules/.cache node_modules/.bin \
  && sha256sum package-lock.json | head -c 64 > node_modules/.onda-lock

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /onda
# The embedded PostgreSQL refuses to run as root; node has the id 1000 in this image.
RUN mkdir /data && chown node:node /data
# What changes seldom first: an update then loads only the last layers.
COPY --from=build /onda/node_modules node_modules
COPY --from=build /onda/package.json /onda/package-lock.json /onda/LICENSE ./
COPY --from=build /onda/bin bin
COPY --from=build /onda/supabase supabase
COPY --from=build /onda/contracts contracts
COPY --from=build /onda/messages messages
COPY --from=build /onda/backend backend
COPY --from=build /onda/radio radio
COPY --from=build /onda/app app
COPY --from=build /onda/server server
COPY --from=build /onda/build build
USER node
VOLUME /data
# 3000: the site. 8001: Icecast source clients.
EXPOSE 3000 8001
# The first start makes a database, the sample studio and its music.
HEALTHCHECK --start-period=90s --interval=30s --timeout=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/readyz').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "--v8-pool-size=1", "server/main.ts"]
