import type { RouteModule } from "../router/route-module";
import type { RouteName } from "../router/routes";
import { route as about } from "../routes/about";
import { route as cart } from "../routes/cart";
import { route as catalog } from "../routes/catalog";
import { route as category } from "../routes/category";
import { route as contacts } from "../routes/contacts";
import { route as error } from "../routes/error";
import { route as home } from "../routes/home";
import { route as imprint } from "../routes/imprint";
import { route as notFound } from "../routes/not-found";
import { route as privacy } from "../routes/privacy";
import { route as product } from "../routes/product";
import { route as productLanding } from "../routes/product-landing";
import { route as request } from "../routes/request";
import { route as search } from "../routes/search";
import { route as support } from "../routes/support";

/** The modules of all routes, for the server's bundle. */
export const allRoutes: Record<RouteName, RouteModule> = {
  home,
  catalog,
  category,
  "product-landing": productLanding,
  product,
  search,
  about,
  support,
  contacts,
  cart,
  imprint,
  privacy,
  request,
  "not-found": notFound,
  error,
};
