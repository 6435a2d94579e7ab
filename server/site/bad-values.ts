// Loaders and actions hand what an address or a form says to the database, which may say that it is no date, number or
// text. Then the page answers 400, as for any request that cannot be read, where React Router would call it a fault.
import { data, type ServerBuild } from 'react-router';
import { isBadValue } from '#contracts/bad-value.ts';

type Route = NonNullable<ServerBuild['routes'][string]>;

export function withBadValues(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, route && answering400(route)]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function answering400(route: Route): Route {
  const { loader, action } = route.module;
  return {
    ...route,
    module: {
      ...route.module,
      ...(loader && { loader: guard(loader) }),
      ...(action && { action: guard(action) }),
    },
  };
}

function guard<Arguments extends unknown[], Result>(run: (...given: Arguments) => Result) {
  return async (...given: Arguments): Promise<Awaited<Result>> => {
    try {
      return await run(...given);
    } catch (error) {
      if (isBadValue(error)) throw data(null, { status: 400 });
      throw error;
    }
  };
}
