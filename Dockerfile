# An image of the server: one program without a shell, as a user without rights.
#
#   docker build -t foursight .
#   docker run --read-only -v foursight:/data -p 127.0.0.1:4444:4444 foursight

FROM rust:1.95-bookworm AS build
WORKDIR /src
COPY . .
# The page first, then the program with the page inside.
RUN cargo xtask binary \
    && mkdir -p /image/usr/local/bin /image/data \
    && cp target/release/foursight /image/usr/local/bin/foursight

# The C library and certificates of authorities, and nothing else.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /image/usr/local/bin/foursight /usr/local/bin/foursight
# Any user may run the image: Docker copies this folder and its owner into a new volume.
COPY --from=build --chown=65532:65532 /image/data /data
ENV FOURSIGHT_ADDR=0.0.0.0:4444 \
    FOURSIGHT_STORE=sqlite:/data/online.db \
    FOURSIGHT_LOG=info \
    FOURSIGHT_LOG_JSON=on
USER 65532:65532
VOLUME ["/data"]
EXPOSE 4444
# The first start after an upgrade may migrate the store before it responds.
HEALTHCHECK --interval=30s --timeout=6s --start-period=2m --retries=3 \
    CMD ["/usr/local/bin/foursight", "healthcheck", "--ready"]
ENTRYPOINT ["/usr/local/bin/foursight"]
CMD ["serve"]
