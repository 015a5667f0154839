curl -G https://api.shop.example/v1/search --data-urlencode 'q=tea & milk=1' --data-urlencode 'limit=5'
curl -G https://api.shop.example/v1/search --data-urlencode 'q=a+b' --data-urlencode limit@limit.txt --data-urlencode '=x' -d 'sort=price&page=2'
curl --get --url-query 'q=tea' --url-query '+limit=3&sort=name' https://api.shop.example/v1/search
curl https://api.shop.example/v1/sign-in --data-urlencode 'user=ada & co' --data-urlencode avatar@a.txt -d remember=true
curl https://api.shop.example/v1/sign-in --data-urlencode 'user=bob=1' -d remember=false
curl https://api.shop.example/v1/orders -d '{"sku": "tea"}'
curl https://api.shop.example/v1/notes --data-urlencode 'a note without a name'
curl https://api.shop.example/v1/photos --form-string caption=@home -F 'file=<a.txt'
