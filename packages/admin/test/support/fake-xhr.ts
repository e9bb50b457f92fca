import type { FakeApi } from './fake-api.ts';

/** The part of `XMLHttpRequest` that uploads use: the whole file is sent at once, then the API responds. */
export function fakeXhr(api: FakeApi): new () => object {
  return class {
    readonly upload: { onprogress?: (event: { readonly loaded: number }) => void } = {};
    readonly #headers = new Headers();
    #method = '';
    #url = '';
    #isAborted = false;
    status = 0;
    response: unknown = null;
    onload = () => {};
    onerror = () => {};
    onabort = () => {};
    open(method: string, url: string) {
      this.#method = method;
      this.#url = url;
    }
    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value);
    }
    abort() {
      this.#isAborted = true;
      this.onabort();
    }
    async send(body: Blob) {
      this.upload.onprogress?.({ loaded: body.size });
      try {
        const response = await api.send({
          method: this.#method,
          url: this.#url,
          headers: this.#headers,
          body,
        });
        this.status = response.status;
        this.response = await response.json();
        if (!this.#isAborted) this.onload();
      } catch {
        if (!this.#isAborted) this.onerror();
      }
    }
  };
}
