# Debian 12 with everything that ./run and ./test use, for working on Sixfold:
#
#   docker build -t sixfold-dev .
#   docker run --rm -it --shm-size=1g -v "$PWD":/sixfold -p 8080:8080 sixfold-dev
#
# In it, `./run serve --bind 0.0.0.0` serves the games at http://127.0.0.1:8080 outside.
FROM debian:12
WORKDIR /sixfold
COPY tools/setup tools/node-path tools/
RUN tools/setup test && rm -rf /var/lib/apt/lists/* build
RUN git config --system --add safe.directory /sixfold
CMD ["bash"]
