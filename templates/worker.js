{% load static %}// Opens the sheet without a connection: the network first, the last copy where it is silent.
"use strict";

const COPIES = "game pages";  // copies.js puts the page there after each turn
const STATIC_FILES = "{% get_static_prefix %}";
const DOORS = ["{% url 'sign_in' %}", "{% url 'sign_out' %}"];

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  // Whoever comes next at this browser must not open what the last one saw.
  if (request.method === "POST" && DOORS.includes(pathname)) event.waitUntil(caches.delete(COPIES));
  if (request.method !== "GET") return;
  if (request.mode === "navigate" && /^\/games\/\d+\/$/.test(pathname)) event.respondWith(page(request, pathname));
  else if (pathname.startsWith(STATIC_FILES)) event.respondWith(file(request));
});

async function page(request, pathname) {
  const copies = await caches.open(COPIES);
  const copy = () => copies.match(pathname, { ignoreVary: true });
  let answer;
  try {
    answer = await fetch(request);
  } catch (silence) {
    return (await copy()) ?? Promise.reject(silence);
  }
  if (answer.ok) await copies.put(pathname, answer.clone());
  else if (answer.status >= 500) return (await copy()) ?? answer;
  else await copies.delete(pathname, { ignoreVary: true });  // signed out, or not ours any more
  return answer;
}

async function file(request) {
  const copies = await caches.open(COPIES);
  try {
    const answer = await fetch(request);
    if (answer.status === 200) await copies.put(request, answer.clone());
    return answer;
  } catch (silence) {
    return (await copies.match(request, { ignoreVary: true })) ?? Promise.reject(silence);
  }
}
