/** Before anything is painted: the theme that was chosen here. A script of its own, which the page waits for. */

import { applyKeptTheme } from './theme.js';

applyKeptTheme();
