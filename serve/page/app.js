// The page's frame: tabs, the list of models, the API key, announcements for screen readers. Each
// tab is a module that exports mount(root, context), and is loaded when the tab is first shown.

import { Api, ApiFailure, load } from './api.js';
import { setState } from './dom.js';
import { hideProblem, showProblem } from './problems.js';

const byId = (id) => document.getElementById(id);
const tabs = [...document.querySelectorAll('[role="tab"]')];
const mounted = new Set();
const listeners = new Set();
const api = new Api();

const context = {
  api,
  models: [],
  onModelsChange: (callback) => listeners.add(callback),
  reloadModels: () => loadModels(),
  announce,
};

/** Announces a text to screen readers, after what they are reading. */
function announce(text) {
  byId('announcer').textContent = text;
}

// Models

async function loadModels() {
  setState(document.body, 'busy');
  try {
    takeModels(await api.get('/v1/models'));
    hideProblem(byId('trouble'));
    byId('key-form').hidden = true;
    setState(document.body, 'done');
  } catch (failure) {
    setState(document.body, 'error');
    if (failure.code !== 'unauthorized') showProblem(byId('trouble'), failure, loadModels);
  }
}

function takeModels({ models, limits, follows_training: followsTraining }) {
  const isSame = JSON.stringify(models) === JSON.stringify(context.models);
  context.models = models;
  context.limits = limits;
  context.followsTraining = followsTraining;
  offerTabs();
  if (!isSame) for (const callback of listeners) callback(models);
  showRoute();
}

const serves = (kind) => context.models.some((model) => model.kind === kind);

function offerTabs() {
  byId('tab-translate').hidden = !serves('translator');
  byId('tab-complete').hidden = !serves('language-model');
}

// Tabs

const offered = () => tabs.filter((tab) => !tab.hidden);

/** Shows the tab that the address names, or else the first one of a model. */
function showRoute() {
  const choices = offered();
  const named = choices.find((tab) => `#${tab.dataset.view}` === location.hash);
  show(named ?? choices.find((tab) => tab.dataset.view !== 'training') ?? choices[0]);
}

function show(chosen) {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    byId(tab.getAttribute('aria-controls')).hidden = !isChosen;
  }
  document.title = `${chosen.textContent} · Dragoman`;
  mountView(chosen.dataset.view);
}

async function mountView(name) {
  if (mounted.has(name)) return;
  mounted.add(name);
  const root = byId(`view-${name}`);
  try {
    const { mount } = await load(name);
    await mount(root, context);
    hideProblem(byId('trouble'));
  } catch (error) {
    if (!(error instanceof ApiFailure)) console.error(error);
    mounted.delete(name);
    showProblem(byId('trouble'), error, () => mountView(name));
  }
}

const MOVES = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function onTabKey(event) {
  const choices = offered();
  const target = MOVES[event.key]?.(choices.indexOf(event.target), choices.length);
  if (target === undefined) return;
  event.preventDefault();
  choices[target].focus();
  go(choices[target]);
}

function go(tab) {
  if (location.hash === `#${tab.dataset.view}`) show(tab);
  else location.hash = tab.dataset.view;
}

// Key

function askForKey() {
  byId('key-refused').hidden = !api.hasKey;
  if (!byId('key-form').hidden) return;
  byId('key-form').hidden = false;
  byId('key').focus();
}

function onKeyEntered(event) {
  event.preventDefault();
  api.setKey(byId('key').value.trim());
  byId('key').value = '';
  byId('key-form').hidden = true;
  byId('main').focus(); // the focused field is hidden
  loadModels();
}

for (const tab of tabs) {
  tab.addEventListener('click', () => go(tab));
  tab.addEventListener('keydown', onTabKey);
}
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault(); // the address names the tab
  byId('main').focus();
});
window.addEventListener('hashchange', showRoute);
byId('key-form').addEventListener('submit', onKeyEntered);
api.addEventListener('unauthorized', askForKey);
loadModels();
