# Makes the archive of a release (npm run pack) and runs it, as docs/operating.md describes under "In a container".
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm run pack
RUN mkdir /understudy && tar xzf dist/understudy-*.tar.gz -C /understudy --strip-components=1

FROM debian:bookworm-slim
RUN useradd --uid 10001 --no-create-home --home-dir /var/lib/understudy --shell /usr/sbin/nologin understudy \
  && install -d -m 0700 -o understudy -g understudy /var/lib/understudy /var/backups/understudy
COPY --from=build /understudy /opt/understudy
ENV NODE_ENV=production STATE_DIR=/var/lib/understudy HOST=0.0.0.0 PORT=3001
USER understudy
VOLUME /var/lib/understudy
EXPOSE 3001
HEALTHCHECK --start-period=60s --interval=15s --timeout=5s \
  CMD ["/opt/understudy/node_modules/node/bin/node", "-e", "fetch('http://127.0.0.1:3001/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/opt/understudy/understudy"]
