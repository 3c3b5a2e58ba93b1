// Imported first by a test that calls `extend()`: test files share a worker's modules, and neither is this one to find
// lists that others have read already, nor are later ones to find what it adds.

import { afterAll, vi } from 'vitest'

vi.resetModules()
afterAll(() => vi.resetModules())
