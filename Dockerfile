# docker build -t handbill .
# docker run --rm -v "$PWD:/work" --user "$(id -u):$(id -g)" handbill build
#
# The tag of the base and the newest fitting packages are taken at the time of building; nothing else moves.

FROM python:3.12-slim-trixie AS installed
# Fixed times in what is installed; 1980 is the first year that a wheel can hold.
ARG SOURCE_DATE_EPOCH=315532800
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY .ci/wheel_data.py .ci/
COPY templates templates
COPY content content
COPY generator generator
RUN python -m venv --without-pip /opt/handbill \
    && pip --python /opt/handbill install --no-cache-dir --disable-pip-version-check .

FROM python:3.12-slim-trixie
# As in .ci/setup; a test compares. Their versions are those of the Debian release, with its security updates.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 \
    && rm -rf /var/lib/apt/lists/* /var/cache/ldconfig/aux-cache /var/log/apt /var/log/dpkg.log \
    && install -d -m 1777 /cache
COPY --from=installed /opt/handbill /opt/handbill
# The cache is a folder that any user may write to, so that `--user` works, and a volume can keep it.
ENV PATH="/opt/handbill/bin:$PATH" \
    XDG_CACHE_HOME=/cache
USER 1000:1000
WORKDIR /work
ENTRYPOINT ["handbill"]
CMD ["--help"]
