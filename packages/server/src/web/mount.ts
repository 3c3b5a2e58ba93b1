// Where the page begins.

import { mount } from 'svelte'
import App from './App.svelte'
import { applyTheme } from './theme.svelte.js'

applyTheme()
mount(App, { target: document.body })
