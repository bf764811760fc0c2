// Scenes of the book: a launch in the viewer in place of a picture, and a choice where there are
// several. Pages open from a disk, too, so that a frame and its page only send each other messages.
"use strict";

// A frame does not see which colours the page has been switched to.
function tellScheme(frame) {
  const scheme = document.body.dataset.mdColorScheme === "slate" ? "dark" : "light";
  frame.contentWindow?.postMessage({lockstepScheme: scheme}, "*");
}

document.addEventListener("DOMContentLoaded", () => {
  new MutationObserver(() => document.querySelectorAll(".book-scene iframe").forEach(tellScheme))
      .observe(document.body, {attributeFilter: ["data-md-color-scheme"]});
  for (const scene of document.querySelectorAll(".book-scene:not(.moves)")) {
    const links = [...scene.querySelectorAll("a")];
    const frame = document.createElement("iframe");
    frame.loading = "lazy";
    const choose = (link) => {
      for (const one of links) one.setAttribute("aria-pressed", one === link);
      frame.title = `${link.textContent}: a launch, moment by moment`;
      full.href = link.href.replace(/\?.*/, "");
      // A new frame and not a new address: that would be a step of the browser's history.
      const fresh = frame.cloneNode();
      fresh.src = link.href;
      scene.querySelector("iframe")?.remove();
      fresh.addEventListener("load", () => tellScheme(fresh));
      scene.append(fresh);
    };
    const tools = document.createElement("p");
    tools.className = "scene-tools";
    for (const link of links) {
      link.setAttribute("role", "button");
      link.hidden = links.length === 1;
      link.addEventListener("click", (event) => {
        event.preventDefault();
        choose(link);
      });
      tools.append(link);
    }
    const full = document.createElement("a");
    full.textContent = "The whole page";
    full.className = "scene-full";
    tools.append(full);
    scene.replaceChildren(tools);
    scene.classList.add("moves");
    choose(links[0]);
  }
});

addEventListener("message", (event) => {
  const height = event.data?.lockstepHeight;
  if (typeof height !== "number") return;
  const frame = [...document.querySelectorAll(".book-scene iframe")].find((one) => one.contentWindow === event.source);
  if (frame) frame.style.height = `${Math.min(760, Math.max(240, Math.ceil(height) + 2))}px`;
});
