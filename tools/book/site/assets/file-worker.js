// Browsers start no worker for a page that was opened from a disk (file:), and the search is one.
// Here its script runs in a hidden frame instead, which has a window of its own as a worker has.
// What the two say to each other is copied, as between threads: each changes what it was given.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.documentElement.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.tell("message", { data: structuredClone(data) });
      const script = inside.document.createElement("script");
      this.ready = new Promise((resolve) => (script.onload = () => resolve(inside)));
      script.onerror = () => this.tell("error", {});
      script.src = new URL(url, document.baseURI);
      inside.document.head.append(script);
    }

    postMessage(message) {
      const data = structuredClone(message);
      this.ready.then((inside) => inside.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }

    // Later, as a worker's answers come: never while the page is still at work.
    tell(type, of) {
      setTimeout(() => {
        const event = type === "message" ? new MessageEvent(type, of) : new Event(type);
        this.dispatchEvent(event);
        this["on" + type]?.(event);
      });
    }
  };
}
